export class Store {}
