/* Durations. Their schema is in podcast.ts, so that pages which only display or play an episode do not load the validation library. */

import { cleanPasted } from '#contracts/common/pasted-code.ts'

/** Formats a duration in seconds as m:ss, mm:ss or h:mm:ss. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const pad = (part: number) => String(part).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`
}

/** Parses a duration in the form m:ss, mm:ss or h:mm:ss to seconds; returns 0 for an invalid text. */
export function parseDuration(text: string): number {
  return /^\d+(:\d{1,2}){1,2}$/.test(text) ? text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : 0
}

/** Formats a valid duration as h:mm:ss, since spreadsheets read 45:30 as 45 hours and 30 minutes. Returns any other text unchanged. */
export function withHours(text: string): string {
  const seconds = parseDuration(text)
  if (seconds === 0) return text
  const duration = formatDuration(seconds)
  return seconds < 3600 ? `0:${duration.padStart(5, '0')}` : duration
}

/** Formats a duration in seconds as in schema.org (ISO 8601): PT1H2M30S. */
export function isoDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), Math.floor(seconds % 60)]
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || !(hours || minutes) ? `${rest}S` : ''}`
}

/** Maximum length of a typed duration. A longer text is not parsed. */
const MAX_TYPED = 100

const IN_UNITS =
  /^(?:(\d{1,2})\s*h(?:ours?|rs?)?)?\s*(?:(\d{1,3})\s*(?:m(?:inutes?|ins?)?|['′]))?\s*(?:(\d{1,2})\s*(?:s(?:econds?|ecs?)?|["″]|[′']{2}))?$/i

/** Converts a duration in the form 45.30, 45 min, 1h 2m 30s or 0:45:30 to m:ss or h:mm:ss. Returns any other text unchanged. */
export function tidyDuration(typed: string): string {
  if (typed.length > MAX_TYPED) return typed
  const text = cleanPasted(typed)
  const [, ...units] = IN_UNITS.exec(text) ?? []
  if (units.some(Boolean)) return formatDuration(units.reduce((sum, part) => sum * 60 + Number(part ?? 0), 0))
  if (/^0\d?:[0-5]\d:[0-5]\d$/.test(text)) return formatDuration(parseDuration(text))
  return /^\d{1,3}([.,]\d\d){1,2}$/.test(text) ? text.replace(/[.,]/g, ':') : text
}
