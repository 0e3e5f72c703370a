/** The file is at fault. `message` tells people why it can't be used. */
export class InspectionError extends Error {
  override name = 'InspectionError'
  /** The file may be intact, but is of another kind than its first bytes say */
  readonly wrongKind: boolean
  /** The task exceeded a limit of processor time or memory, which another try would cost again */
  readonly isLimit: boolean

  constructor(message: string, { wrongKind = false, isLimit = false } = {}) {
    super(message)
    this.wrongKind = wrongKind
    this.isLimit = isLimit
  }
}

/** The process ended, or grew too large, while it inspected a file. A reused process may have failed because of an earlier file. */
export class InspectorLostError extends InspectionError {
  override name = 'InspectorLostError'
}

/** The process did not start: the machine is short of a resource, or somebody ended it. The file is not at fault. */
export class InspectorStartError extends Error {
  override name = 'InspectorStartError'

  constructor(options?: ErrorOptions) {
    super('The process that inspects files doesn’t start', options)
  }
}
