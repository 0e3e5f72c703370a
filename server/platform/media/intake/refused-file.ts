/** Thrown by the process that inspects files when a file is at fault; its message is for people. */
export class RefusedFileError extends Error {
  /** The file may be whole, but is of another kind than it seemed. */
  readonly wrongKind: boolean

  constructor(message: string, { wrongKind = false } = {}) {
    super(message)
    this.wrongKind = wrongKind
    this.name = 'RefusedFileError'
  }
}
