export const SEPARATOR = '-->'
/** Timestamp of WebVTT or SubRip, or a variant that editors write: a comma or a point, fewer digits, no hours. */
const TIME = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?$/
const SETTING = /^[^\s:]+:\S+$/

export type Times = {
  start: number
  end: number
  /** Reason why the times are invalid */
  problem?: string
  /** Whether words follow the times in place of settings such as `align:start` */
  isFollowedByWords: boolean
}

/** Reads the times of a cue. Returns undefined for a line of text with an arrow, such as “A --> B”. */
export function readTimes(line: string, number: number): Times | undefined {
  const at = line.indexOf(SEPARATOR)
  const from = line.slice(0, at).trim()
  const [to = '', ...settings] = line
    .slice(at + SEPARATOR.length)
    .trim()
    .split(/\s+/)
  const [start, end] = [toSeconds(from), toSeconds(to)]
  if (start === undefined && end === undefined && !/^[\d:.,]+$/.test(from)) return undefined
  const isFollowedByWords = settings.some((setting) => !SETTING.test(setting))
  if (start === undefined || end === undefined) {
    // A time on one side only is a mistake in a line of times, unless words surround the arrow.
    if (isFollowedByWords || /\s/.test(from)) return undefined
    const problem = `Line ${number}: the times are invalid. Write them as 00:01:05.000 --> 00:01:08.500.`
    return { start: 0, end: 0, problem, isFollowedByWords: false }
  }
  if (end < start) return { start, end, problem: `Line ${number}: the end time is before the start time.`, isFollowedByWords }
  return { start, end, isFollowedByWords }
}

function toSeconds(text: string): number | undefined {
  if (text.length > 20) return undefined
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = TIME.exec(text) ?? []
  if (minutes === '' || Number(seconds) > 59 || (hours !== '0' && Number(minutes) > 59)) return undefined
  // Whole milliseconds are added, since floating-point sums have rounding errors, such as 1.2429999999999999.
  return ((Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))) / 1000
}
