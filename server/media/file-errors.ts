/** The file is at fault. `message` explains to people why the file can't be used. */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError'
  /** The file may be intact, but its kind differs from its first bytes */
  readonly wrongKind: boolean
  /** The task exceeded a limit of processor time or memory; a retry would cost the same again */
  readonly isLimit: boolean

  constructor(message: string, { wrongKind = false, isLimit = false } = {}) {
    super(message)
    this.wrongKind = wrongKind
    this.isLimit = isLimit
  }
}

/** The sandbox process ended or grew too large during a task. A reused process may have failed because of an earlier file. */
export class SandboxLostError extends InvalidFileError {
  override name = 'SandboxLostError'
}

/** The sandbox process did not start: the machine is short of a resource, or the process was killed. The file is not at fault. */
export class SandboxStartError extends Error {
  override name = 'SandboxStartError'

  constructor(options?: ErrorOptions) {
    super('The sandbox process did not start', options)
  }
}
