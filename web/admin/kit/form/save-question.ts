import type { ProblemCode } from '#contracts/common/problem.ts'

/** Question asked before a change is saved. The `fields` of the selected button are sent with the change. */
export type SaveQuestion = {
  title: string
  message: string
  confirm: string
  fields?: Record<string, string>
  alternative?: string
}

export type AskedQuestion = SaveQuestion & { answer: (fields?: Record<string, string>) => Promise<unknown>; close: () => void }

/**
 * Question asked after the API has rejected a request with the problem code `code`. `fields` are sent with each request, so that the API
 * rejects values that need a confirmation. The fields of the question's buttons replace them and confirm the values.
 */
export type RefusalQuestion = { code: ProblemCode; fields: Record<string, string>; question: SaveQuestion }
