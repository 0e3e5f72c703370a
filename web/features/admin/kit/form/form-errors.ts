import type { Problem } from '#contracts/problem.ts'

/** Sorts what the API says is wrong: messages for fields of this form, in its order, and sentences that concern the whole of it. */
export function placeErrors<Field extends string>(problem: Problem, fields: readonly Field[]) {
  const placed = new Map<Field, string>()
  const rest: string[] = []
  for (const { field, message } of problem.errors ?? []) {
    // A list's message may name one of its entries: categories.2
    const [name = ''] = field.split(/[.[]/)
    const known = fields.find((candidate) => candidate === name)
    if (!known) rest.push(name ? `${name}: ${message}` : message)
    else if (!placed.has(known)) placed.set(known, message)
  }
  if (placed.size === 0 && rest.length === 0) rest.push(sentence(problem.detail ?? problem.title))
  return {
    fields: fields.flatMap((field) => {
      const message = placed.get(field)
      return message === undefined ? [] : [{ field, message }]
    }),
    rest,
  }
}

function sentence(text: string) {
  return /[.!?]$/.test(text) || text === '' ? text : `${text}.`
}
