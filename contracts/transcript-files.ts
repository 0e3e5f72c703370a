import type { Cue, JsonTranscript } from './transcript.ts'

/** WebVTT: https://www.w3.org/TR/webvtt1/ */
export function writeVtt(cues: Cue[]): string {
  const blocks = cues.map(({ start, end, speaker, text }) => {
    // A name that ends with hyphens would make an arrow with the end of the tag; spaces around a name mean nothing.
    const voice = speaker ? `<v ${escapeMarkup(speaker)}${speaker.endsWith('-') ? ' ' : ''}>` : ''
    return `${formatTime(start, '.')} --> ${formatTime(end, '.')}\n${voice}${escapeMarkup(text)}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** SubRip, which has no markup for who speaks: the name stands before the text, as podcast apps expect it. */
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

/** Seconds as hh:mm:ss with three decimals. */
function formatTime(seconds: number, point: '.' | ','): string {
  const ms = Math.round(seconds * 1000)
  const parts = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => String(Math.floor(part)).padStart(2, '0'))
  return `${parts.join(':')}${point}${String(ms % 1000).padStart(3, '0')}`
}

/** With the arrow's `>` escaped, no text looks like the times of a cue. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
