/** Thrown by what operators run when it can't or won't be done; the message is for them and complete. */
export class RefusedCommand extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RefusedCommand'
  }
}
