import type { Cue } from '#contracts/catalogue/transcript.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { toUrl } from './library-page.ts'
import type { LibraryEpisode } from './list-library.ts'
import { textAttributes } from './text-attributes.ts'

/** Longest paragraph in seconds */
const PARAGRAPH_SECONDS = 45
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self' file: content:; base-uri 'none'; form-action 'none'"
const STYLE = `*{box-sizing:border-box}
body{margin:0 auto;max-width:44rem;padding:1.5rem min(1.25rem,6.25vw) 4rem;font:1.125rem/1.6 "Source Sans 3",system-ui,sans-serif;color:#1d2430;background:#faf6ef;overflow-wrap:break-word}
h1{margin:1rem 0 .25rem;font:500 2rem/1.15 Fraunces,Georgia,serif}
a{color:#87510f;text-underline-offset:.2em}
nav a{display:inline-flex;align-items:center;min-height:2.75rem}
:focus-visible{outline:3px solid #87510f;outline-offset:3px}
audio{display:block;width:100%;margin:1.25rem 0}
.by,.time{color:#565c69}
.time{display:block;font-size:1rem;font-variant-numeric:tabular-nums}
h2{margin:0;font:600 1.125rem/1.5 "Source Sans 3",system-ui,sans-serif}
p{margin:0 0 1em}`

/** Writes the transcript of an episode as a page of its own, since pages that are opened from a folder can't read other files. */
export function writeTranscriptPage({ title, people, language }: LibraryEpisode, { file, cues }: { file: string; cues: Cue[] }): string {
  const text = textAttributes(language)
  const name = escapeHtml(title)
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}"><title>${name}: transcript</title><style>${STYLE}</style></head>
<body><nav aria-label="Library"><a href="../index.html">All books and episodes</a></nav>
<main><h1${text}>${name}</h1><p class="by" dir="auto">${escapeHtml(people.join(', '))}</p>
<audio controls preload="none" src="${toUrl(file.split('/').at(-1) ?? '')}" aria-label="${name}"></audio>
${joinCues(cues)
  .map(({ start, speaker, words }) => {
    const time = `<span class="time">${formatDuration(start)}</span>`
    return `${speaker ? `<h2 dir="auto">${escapeHtml(speaker)}</h2>` : ''}<p${text}>${time}${escapeHtml(words)}</p>`
  })
  .join('\n')}
</main></body></html>
`
}

/** Joins cues to paragraphs, which end when another person speaks. `speaker` is only set where the speaker changes. */
function joinCues(cues: Cue[]) {
  const joined: { start: number; by: string | null; speaker: string | null; words: string }[] = []
  for (const { start, speaker, text } of cues) {
    const last = joined.at(-1)
    if (last && last.by === speaker && start - last.start < PARAGRAPH_SECONDS) last.words += ` ${text}`
    else joined.push({ start, by: speaker, speaker: last?.by === speaker ? null : speaker, words: text })
  }
  return joined
}
