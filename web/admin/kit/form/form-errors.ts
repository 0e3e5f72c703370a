import type { Problem } from '#contracts/common/problem.ts'
import { joinSentences } from '#web/lib/sentences.ts'

/** Splits the API's errors into messages for fields of the form, in its order, and messages for the whole form. */
export function placeErrors<Field extends string>(problem: Problem, fields: readonly Field[]) {
  const placed = new Map<Field, string>()
  const rest: string[] = []
  for (const { field, message } of problem.errors ?? []) {
    // The error may name an entry of a list: categories.2
    const [name = ''] = field.split(/[.[]/)
    const known = fields.find((candidate) => candidate === name)
    if (!known) rest.push(name ? `${name}: ${message}` : message)
    else if (!placed.has(known)) placed.set(known, message)
  }
  if (placed.size === 0 && rest.length === 0) rest.push(joinSentences(problem.detail ?? problem.title))
  const inOrder = fields.filter((field) => placed.has(field))
  return { fields: inOrder.map((field) => ({ field, message: placed.get(field) })), rest }
}
