/** The file is at fault. `message` tells people why it can't be used. */
export class InspectionError extends Error {
  /** The file may be intact, but is of another kind than its first bytes say */
  readonly wrongKind: boolean

  constructor(message: string, { wrongKind = false } = {}) {
    super(message)
    this.wrongKind = wrongKind
    this.name = 'InspectionError'
  }
}

/** The process ended, or grew too large, while it inspected a file. A reused process may have failed because of an earlier file. */
export class InspectorLostError extends InspectionError {
  constructor(message: string) {
    super(message)
    this.name = 'InspectorLostError'
  }
}

/** The process did not start: the machine is short of a resource, or somebody ended it. The file is not at fault. */
export class InspectorStartError extends Error {
  constructor(options?: ErrorOptions) {
    super('The process that inspects files doesn’t start', options)
    this.name = 'InspectorStartError'
  }
}
