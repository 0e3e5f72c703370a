/** Raised for a file that can't be used. `message` explains the reason to the person who uploaded the file. */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError'
  /** Whether the content is of the wrong kind, such as a video or an animation; the file may be intact */
  readonly wrongKind: boolean
  /** Whether the task exceeded a limit of processor time or memory; a retry would cost just as much */
  readonly isLimit: boolean

  constructor(message: string, { wrongKind = false, isLimit = false } = {}) {
    super(message)
    this.wrongKind = wrongKind
    this.isLimit = isLimit
  }
}

/** Raised when the sandbox process ended or grew too large during a task. If the process was reused, an earlier file may be the cause. */
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
