export const limits = { perPage: 20 }
