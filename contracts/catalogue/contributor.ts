import { z } from 'zod'
import { CONTRIBUTOR_ROLES } from './contributor-roles.ts'

export const Contributor = z.object({ name: z.string(), role: z.enum(CONTRIBUTOR_ROLES) })
export type Contributor = z.infer<typeof Contributor>

const MAX_CONTRIBUTORS = 50
const MAX_NAME = 200

/** Formats contributors for forms and tables, one per line, such as `Rudo Moyo (translator)`. */
export function formatContributors(contributors: Contributor[]): string {
  return contributors.map(({ name, role }) => `${name} (${role})`).join('\n')
}

/** Parses contributors, one per line or separated by semicolons. A name without a role is an author. */
export function parseContributors(text: string): Contributor[] {
  return splitLines(text).flatMap((line) => {
    const { contributor } = readLine(line)
    return contributor ? [contributor] : []
  })
}

const splitLines = (text: string) =>
  text
    .split(/[\r\n;]/)
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '')

/** Reads a name, optionally followed by a role in parentheses. Names have parentheses too: `Bible Society (Zimbabwe) (editor)`. */
function readLine(line: string): { contributor?: Contributor; problem?: string } {
  const opening = line.endsWith(')') ? line.lastIndexOf('(') : -1
  const name = opening < 0 ? line : line.slice(0, opening)
  const given = opening < 0 ? 'author' : line.slice(opening + 1, -1)
  const role = CONTRIBUTOR_ROLES.find((known) => known === given.trim().toLowerCase())
  if (name.trim() === '') return { problem: `“${line.slice(0, 60)}” is not a name, optionally followed by a role in parentheses.` }
  if (name.length > MAX_NAME) return { problem: `Enter at most ${MAX_NAME} characters for a name.` }
  if (!role)
    return {
      problem: `“${given.trim().slice(0, 60)}” is not a role. Roles are ${CONTRIBUTOR_ROLES.join(', ')}. After a name that ends in parentheses, write the role too.`,
    }
  return { contributor: { name: name.trim(), role } }
}

/** Contributors in a request: one per line or separated by semicolons, such as `Rudo Moyo (translator)`. An empty text means none. */
export const ContributorsField = z
  .string()
  .refine((text) => !text.includes('\0'), 'Remove the invisible character.')
  .superRefine((text, context) => {
    const lines = splitLines(text)
    const problem = lines.map((line) => readLine(line).problem).find((found) => found !== undefined)
    if (problem) context.addIssue(problem)
    else if (lines.length > MAX_CONTRIBUTORS) context.addIssue(`Enter at most ${MAX_CONTRIBUTORS} contributors.`)
  })
  .transform((text) => formatContributors(parseContributors(text)))
  .meta({ description: 'Persons who made the book, one per line, in order: a name and a role in parentheses' })
