import type { ProblemCode } from '#contracts/common/problem.ts'

/** Question to ask before a change is saved; `fields` of the chosen button are sent with the change. */
export type SaveQuestion = {
  title: string
  message: string
  confirm: string
  fields?: Record<string, string>
  alternative?: string
}

export type AskedQuestion = SaveQuestion & { answer: (fields?: Record<string, string>) => Promise<unknown>; close: () => void }

/** Question asked at the API's request: `fields` make the API reject the request with this code until the question is answered. */
export type RefusalQuestion = { code: ProblemCode; fields: Record<string, string>; question: SaveQuestion }
