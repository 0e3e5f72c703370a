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
 * Question asked after the API has rejected a request with the problem code `code`. `fields` are sent with each request and make the API
 * reject unconfirmed values; the question's fields confirm them.
 */
export type RefusalQuestion = { code: ProblemCode; fields: Record<string, string>; question: SaveQuestion }
