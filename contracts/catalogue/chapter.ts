import { z } from 'zod'
import { formatDuration, parseDuration } from '#contracts/listening/duration.ts'

export const MAX_CHAPTERS = 1000
export const MAX_CHAPTER_TITLE = 200
const MAX_NAMED_LINES = 3

export const Chapter = z.object({
  start: z.int().min(0).meta({ description: 'Start of the chapter in seconds from the beginning of the recording' }),
  title: z.string(),
})
export type Chapter = z.infer<typeof Chapter>

/** Formats chapters for the form, one per line, such as `4:10 The second mile`. */
export function formatChapters(chapters: Chapter[]): string {
  return chapters.map(({ start, title }) => `${formatDuration(start)} ${title}`).join('\n')
}

/** Chapter line: a time, optionally in brackets or followed by a dash, and a title. */
const LINE = /^[[(]?(\d{1,3}:[0-5]\d(?::[0-5]\d)?)[\])]?(?:\s*[-–—:]\s+|\s+)(\S.*)$/

type Line = { number: number; chapter: Chapter } | { number: number; problem: string }

/** Parses the chapter lines of the form. Empty lines are skipped but count in line numbers. */
function readLines(text: string): Line[] {
  let last = -1
  return text.split(/\r\n|\r|\n/).flatMap((line, index): Line[] => {
    if (line.trim() === '') return []
    const number = index + 1
    const [, time = '', title = ''] = LINE.exec(line.trim()) ?? []
    if (!title) return [{ number, problem: 'must begin with a time, followed by a title, such as 4:10 The second mile.' }]
    if (title.length > MAX_CHAPTER_TITLE) return [{ number, problem: `has a title of more than ${MAX_CHAPTER_TITLE} characters.` }]
    const start = parseDuration(time)
    if (start <= last) return [{ number, problem: 'must be later than the line before it.' }]
    last = start
    return [{ number, chapter: { start, title } }]
  })
}

/** Parses chapters from a text that `ChaptersField` has validated. */
export function parseChapters(text: string): Chapter[] {
  return readLines(text).flatMap((line) => ('chapter' in line ? [line.chapter] : []))
}

/** Returns a message about the invalid lines, or undefined. With a duration, every chapter must begin before the episode ends. */
export function chapterProblem(text: string, duration?: string): string | undefined {
  const end = duration ? parseDuration(duration) : 0
  const lines = readLines(text)
  const problems = lines.flatMap((line) => {
    if ('problem' in line) return [`Line ${line.number} ${line.problem}`]
    return end > 0 && line.chapter.start >= end ? [`Line ${line.number} begins after the end of the episode (${duration}).`] : []
  })
  if (problems.length === 0 && lines.length > MAX_CHAPTERS) return `Enter at most ${MAX_CHAPTERS.toLocaleString('en')} chapters.`
  const more = problems.length - MAX_NAMED_LINES
  return (
    [...problems.slice(0, MAX_NAMED_LINES), ...(more > 0 ? [`And ${more} more ${more === 1 ? 'line' : 'lines'}.`] : [])].join(' ') ||
    undefined
  )
}

/** Schema of the chapters field in a form: one chapter per line, in order. An empty text means no chapters. */
export const ChaptersField = z
  .string()
  .refine((text) => !text.includes('\0'), 'Remove the invisible character.')
  .superRefine((text, context) => {
    const problem = chapterProblem(text)
    if (problem) context.addIssue(problem)
  })
  .transform((text) => formatChapters(parseChapters(text)))
  .meta({ description: 'Chapters, one per line: a time as m:ss, mm:ss or h:mm:ss, and a title' })

/** Chapters for podcast apps: https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md */
export const JsonChapters = z.object({
  version: z.literal('1.2.0'),
  chapters: z.array(z.object({ startTime: z.number(), title: z.string() })),
})
export type JsonChapters = z.infer<typeof JsonChapters>
