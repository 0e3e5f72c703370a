import type { Cue, JsonTranscript } from './transcript.ts'

/** Formats cues as WebVTT: https://www.w3.org/TR/webvtt1/ */
export function writeVtt(cues: Cue[]): string {
  const blocks = cues.map(({ start, end, speaker, text }) => {
    // Trailing hyphens of a speaker's name would form an arrow with the end of the tag, so a space is added. Parsers ignore spaces around
    // names.
    const voice = speaker ? `<v ${escapeMarkup(speaker)}${speaker.endsWith('-') ? ' ' : ''}>` : ''
    return `${formatTime(start, '.')} --> ${formatTime(end, '.')}\n${voice}${escapeMarkup(text)}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** Formats cues as SubRip. SubRip has no markup for speakers: the speaker's name precedes the text, as podcast apps expect. */
export function writeSrt(cues: Cue[]): string {
  return cues
    .map(({ start, end, speaker, text }, index) => {
      const said = (speaker ? `${speaker}: ${text}` : text).replaceAll('-->', '→')
      return `${index + 1}\n${formatTime(start, ',')} --> ${formatTime(end, ',')}\n${said}\n`
    })
    .join('\n')
}

export function toJsonTranscript(cues: Cue[]): JsonTranscript {
  const segments = cues.map(({ start, end, speaker, text }) => ({
    ...(speaker && { speaker }),
    startTime: start,
    endTime: end,
    body: text,
  }))
  return { version: '1.0.0', segments }
}

/** Formats a time in seconds as hh:mm:ss with three decimals. */
function formatTime(seconds: number, point: '.' | ','): string {
  const ms = Math.round(seconds * 1000)
  const parts = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => String(Math.floor(part)).padStart(2, '0'))
  return `${parts.join(':')}${point}${String(ms % 1000).padStart(3, '0')}`
}

/** Escapes markup in the text of a cue, including `>`, so that no text looks like the timing line of a cue. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
