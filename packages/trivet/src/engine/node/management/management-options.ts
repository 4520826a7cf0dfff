/** Where the management port is. */
export interface ManagementOptions {
  /** The port; 0 lets the system choose one. */
  readonly port: number
  /**
   * The address to listen on. Default: `127.0.0.1`, so only this machine reaches it. With another one, others get health and
   * metrics; what reads or changes the process is answered to this machine only.
   */
  readonly host?: string
}
