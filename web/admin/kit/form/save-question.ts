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
 * Question asked after a rejection by the API: until the question is answered, the API rejects the request with this code because of
 * `fields`.
 */
export type RefusalQuestion = { code: ProblemCode; fields: Record<string, string>; question: SaveQuestion }
