import { z } from 'zod'
import { type Program, programColours } from './art/program-colours.ts'

const text = z.string().trim().min(1)
const slugs = Object.keys(programColours) as [Program, ...Program[]]

/** What the page of one program says. */
const ProgramTexts = z.object({
  /** The two lines under the page's title */
  lines: z.tuple([text, text]),
  /** Paragraphs; the first is set large */
  intro: z.array(text).min(2).max(3),
  /** Whom it is for, a line each */
  forWhom: z.array(text).min(2).max(5),
  /** How a session goes, in order */
  session: z.array(z.object({ title: text, text })).length(3),
  /** The last section, beside the chat link */
  invitation: z.object({ title: text, text, button: text }),
})
export type ProgramTexts = z.infer<typeof ProgramTexts>

/** Checks the operator's texts. Throws an error that names every bad field. */
export function defineProgramTexts(texts: Record<Program, z.input<typeof ProgramTexts>>): Record<Program, ProgramTexts> {
  const result = z.record(z.enum(slugs), ProgramTexts).safeParse(texts)
  if (result.success) return result.data
  throw new Error(
    `Bad texts in site/program-texts.ts:\n${result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
  )
}
