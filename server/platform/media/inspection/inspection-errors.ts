/** Says in `message`, for people, why a file can't be used. */
export class InspectionError extends Error {
  readonly wrongKind: boolean

  constructor(message: string, { wrongKind = false } = {}) {
    super(message)
    this.wrongKind = wrongKind
    this.name = 'InspectionError'
  }
}

/** The process ended, or grew too large, over a file. One that had other files before may owe that to them. */
export class InspectorLostError extends InspectionError {
  constructor(message: string) {
    super(message)
    this.name = 'InspectorLostError'
  }
}

/** The process did not come up: the machine is short of something, or somebody ended it. The file has no part in it. */
export class InspectorStartError extends Error {
  constructor(options?: ErrorOptions) {
    super('The process that inspects files doesn’t start', options)
    this.name = 'InspectorStartError'
  }
}
