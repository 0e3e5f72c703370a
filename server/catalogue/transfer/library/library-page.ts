import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { CONTRIBUTOR_ROLES, CREDITS, namesIn } from '#contracts/catalogue/contributor-roles.ts'
import { languageName, primaryLanguage } from '#contracts/catalogue/language-names.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import type { Palette } from '#contracts/site/palette.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { LibraryAuthor, LibraryBook, LibraryEpisode, LibraryItem, LibraryPicture } from './list-library.ts'
import { textAttributes } from './text-attributes.ts'

/** Paths of an item's files in the folder */
export type ItemPaths = {
  file: string
  bytes: number
  /** Audiobook of a book */
  audio?: { path: string; bytes: number } | undefined
  picture?: string | undefined
  transcript?: string | undefined
}
export type Shown<Entry extends LibraryItem> = { entry: Entry; paths: ItemPaths }
export type ShownAuthor = { author: LibraryAuthor; picture?: string | undefined; books: number; episodes: number }

export type LibraryLook = {
  brand: string
  palette: Palette
  /** SVG of the default logo, or the path of the owner's logo in the folder, which contains the name */
  logo: { svg: string } | { path: string } | undefined
  /** Address of the site, unless it is unknown */
  url: string | undefined
  /** Day on which the page is written, such as 30 November 2026 */
  day: string
}

/** Whether items state their languages, since the items are in several */
type Languages = { isNamed: boolean }
type Counts = { books: number; episodes: number; authors: number }

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const SCRIPT = read('library-page.js')
const FONTS = join(import.meta.dirname, 'fonts')
const ACCENTED = 'U+00A1-00A2,U+00A4-00A8,U+00AA-00B6,U+00B8-00D6,U+00D8-00FF,U+0131,U+0152-0153,U+02BB-02DC,U+0300-0329,U+2039-203A'
const ENGLISH = 'U+0020-007E,U+00A0,U+00A3,U+00A9,U+00B7,U+00D7,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+20AC,U+2122,U+2212'

/** Fonts are part of the page: browsers refuse to load those of other files, and a phone may open the page without its folder. */
function fontFace(family: string, weight: string, file: string, range: string) {
  const content = readFileSync(join(FONTS, file)).toString('base64')
  const source = `url("data:font/woff2;base64,${content}") format("woff2")`
  return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:${source};unicode-range:${range}}`
}

function styleOf({ lamp, 'lamp-deep': deep, 'lamp-2': light, 'lamp-hover': hover, night }: Palette): string {
  const fonts = [
    fontFace('Fraunces', '100 900', 'fraunces-accented.woff2', ACCENTED),
    fontFace('Fraunces', '100 900', 'fraunces.woff2', ENGLISH),
    fontFace('Source Sans 3', '200 900', 'source-sans-accented.woff2', ACCENTED),
    fontFace('Source Sans 3', '200 900', 'source-sans.woff2', ENGLISH),
  ]
  const colors = `:root{--lamp:${lamp};--lamp-deep:${deep};--lamp-2:${light};--lamp-hover:${hover};--night:${night}}`
  return [...fonts, colors, read('library-page.css')].join('\n')
}

/**
 * Writes the page of a library, which lists, searches and opens its items from a folder without a server. Without scripts, it is a list
 * with links. Items are written one after the other, so that thousands of them need little memory.
 */
export async function* writeLibraryPage(
  look: LibraryLook,
  {
    counts,
    languages,
    hasEpub,
    ...lists
  }: {
    counts: Counts
    /** Tags of the primary languages of the items */
    languages: string[]
    hasEpub: boolean
    books: AsyncIterable<Shown<LibraryBook>>
    episodes: AsyncIterable<Shown<LibraryEpisode>>
    authors: Iterable<ShownAuthor>
  },
): AsyncGenerator<string> {
  const named = { isNamed: languages.length > 1 }
  yield writeHead(look, counts)
  yield writeSearch(counts, languages)
  yield '<main>'
  if (counts.books > 0) {
    const hint = hasEpub ? 'Books with the note EPUB open in a reading app. Books with the note PDF open in this browser.' : undefined
    yield openSection('book', 'Books', hint)
    for await (const { entry, paths } of lists.books) yield writeBook(entry, paths, named)
    yield CLOSE_SECTION
  }
  if (counts.episodes > 0) {
    yield openSection('episode', 'Episodes')
    for await (const { entry, paths } of lists.episodes) yield writeEpisode(entry, paths, named)
    yield CLOSE_SECTION
  }
  if (counts.authors > 0) {
    yield openSection('author', 'Authors')
    for (const author of lists.authors) yield writeAuthor(author)
    yield CLOSE_SECTION
  }
  yield `</main>${writeFoot(look)}<script>${SCRIPT}</script></body></html>\n`
}

function writeHead({ brand, palette, logo, day }: LibraryLook, { books, episodes, authors }: Counts): string {
  const name = `The ${brand} library`
  const mark = logo && 'path' in logo ? `<img src="${toUrl(logo.path)}" alt="${escapeHtml(brand)}">` : brandName(brand, logo?.svg)
  const style = styleOf(palette)
  // Nothing outside of the folder is ever requested, and only the script of this page runs.
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest(SCRIPT)}'`,
    "style-src 'unsafe-inline'",
    'font-src data:',
    "img-src 'self' file: content:",
    "media-src 'self' file: content:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const held = listNumbers([books > 0 && plural(books, 'book'), episodes > 0 && plural(episodes, 'episode')])
  const sections: (readonly [string, number, string])[] = [
    ['Books', books, 'book'],
    ['Episodes', episodes, 'episode'],
    ['Authors', authors, 'author'],
  ]
  const jumps = sections.filter(([, number]) => number > 0)
  const lead = held ? `${held}, free to read and hear. All of it is here, so no network is needed.` : 'There is nothing here yet.'
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}"><meta name="robots" content="noindex">
<meta name="generator" content="Lectern"><meta name="date" content="${escapeHtml(day)}">
<title>${escapeHtml(name)}</title><style>${style}</style></head>
<body><header><div class="wrap"><p class="brand">${mark}</p><h1>${escapeHtml(name)}</h1><p class="lead">${lead}</p>${
    jumps.length > 1
      ? `<nav class="jump" aria-label="Parts of this page">${jumps.map(([label, , kind]) => `<a href="#${kind}s">${label}</a>`).join('')}</nav>`
      : ''
  }</div></header>
`
}

const brandName = (brand: string, svg = '') =>
  `${svg && `<span aria-hidden="true">${svg}</span>`}<span dir="auto">${escapeHtml(brand)}</span>`

/** Writes the search form, which the script reveals. A list with one choice is left out. */
function writeSearch(counts: Counts, languages: string[]): string {
  const kinds = [
    counts.books > 0 && ['book', 'Books'],
    counts.episodes > 0 && ['episode', 'Episodes'],
    counts.authors > 0 && ['author', 'Authors'],
  ]
  const choices = kinds.filter((kind): kind is [string, string] => kind !== false)
  const named = languages
    .map((tag): [string, string] => [tag, languageName(tag)])
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
  return `<form id="search" role="search" autocomplete="off" hidden><div class="wrap"><div class="fields">
<div><label for="words">Search</label><input id="words" type="search" placeholder="Title, author or subject" enterkeyhint="search"></div>
${counts.books > 0 && counts.episodes > 0 ? writeSelect('kind', 'Show', 'Everything', choices) : ''}${
  named.length > 1 ? writeSelect('language', 'Language', 'All languages', named) : ''
}</div><div class="found"><p id="count" role="status"></p><button id="show-all" type="button" class="link" hidden>Show everything</button></div></div></form>
`
}

function writeSelect(id: string, label: string, first: string, choices: [string, string][]): string {
  const options = [['', first], ...choices].map(
    ([value = '', text = '']) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`,
  )
  return `<div><label for="${id}">${label}</label><select id="${id}">${options.join('')}</select></div>`
}

function openSection(kind: string, title: string, hint?: string): string {
  return `<section id="${kind}s" data-kind="${kind}" aria-labelledby="${kind}s-title"><div class="wrap"><h2 id="${kind}s-title">${title}</h2>${
    hint ? `<p class="hint">${hint}</p>` : ''
  }<ul class="items" role="list">
`
}
const CLOSE_SECTION = '</ul></div></section>\n'

function writeBook(book: LibraryBook, { file, bytes, audio, picture }: ItemPaths, { isNamed }: Languages): string {
  const { title, subtitle, people, language, series, seriesNumber, pageCount, format, needsPassword } = book
  const text = textAttributes(language)
  const sound = audio && book.audio && { ...audio, ...book.audio }
  const number = seriesNumber === null ? '' : ` ${seriesNumber}`
  const facts = [
    isNamed && language && languageName(language),
    series && `<bdi${text}>${escapeHtml(series)}</bdi>${number}`,
    pageCount && format === 'pdf' && plural(pageCount, 'page'),
    `${format === 'epub' ? 'EPUB' : 'PDF'}, ${formatSize(bytes)}`,
    needsPassword && 'opens with a password',
    sound && `Audiobook, ${formatDuration(sound.seconds)}, ${formatSize(sound.bytes)}`,
  ]
  return writeItem(book, picture, [
    `<h3${text}>${escapeHtml(title)}</h3>`,
    subtitle && `<p class="subtitle"${text}>${escapeHtml(subtitle)}</p>`,
    `<p class="by" dir="auto">${escapeHtml(people.join(', '))}</p>`,
    writeFacts(facts),
    `<p class="actions"><a class="button" href="${toUrl(file)}">Read${unseen(title, text)}</a>${sound ? writeListen(sound.path, title, text) : ''}</p>`,
    sound && writeChapters(sound.chapters, title, text),
    writeMore('About the book', title, text, [...contributorLines(book), ...descriptionLines(book)]),
  ])
}

function contributorLines({ contributors }: LibraryBook): string[] {
  return CONTRIBUTOR_ROLES.flatMap((role) => {
    const names = role === 'author' ? [] : namesIn(contributors, role)
    return names.length > 0 ? [`<p>${CREDITS[role]} <bdi>${escapeHtml(names.join(', '))}</bdi></p>`] : []
  })
}

function writeEpisode(episode: LibraryEpisode, { file, bytes, picture, transcript }: ItemPaths, { isNamed }: Languages): string {
  const { title, people, language, duration, chapters } = episode
  const text = textAttributes(language)
  const read = transcript && `<a href="${toUrl(transcript)}">Read the transcript${unseen(title, text)}</a>`
  return writeItem(episode, picture, [
    `<h3${text}>${escapeHtml(title)}</h3>`,
    `<p class="by" dir="auto">${escapeHtml(people.join(', '))}</p>`,
    writeFacts([isNamed && language && languageName(language), escapeHtml(duration), formatSize(bytes)]),
    `<p class="actions">${writeListen(file, title, text)}${read ?? ''}</p>`,
    writeChapters(chapters, title, text),
    writeMore('About the episode', title, text, descriptionLines(episode)),
  ])
}

function writeListen(file: string, title: string, text: string): string {
  return `<a class="button listen" href="${toUrl(file)}"><span>Listen</span>${unseen(title, text)}</a>`
}

function writeChapters(chapters: Chapter[], title: string, text: string): string {
  if (chapters.length === 0) return ''
  const rows = chapters.map(
    (chapter) =>
      `<li><span class="time">${formatDuration(chapter.start)}</span><span data-start="${chapter.start}"${text}>${escapeHtml(chapter.title)}</span></li>`,
  )
  return `<details><summary>Chapters${unseen(title, text)}</summary><ol class="chapters" role="list">${rows.join('')}</ol></details>`
}

function writeAuthor({ author, picture, ...counts }: ShownAuthor): string {
  const { name, bio, photoAlt } = author
  const text = ' dir="auto"'
  const works = listNumbers([counts.books > 0 && plural(counts.books, 'book'), counts.episodes > 0 && plural(counts.episodes, 'episode')])
  return `<li class="item author" data-kind="author">${writePicture(picture, author.picture, photoAlt)}<div><h3${text}>${escapeHtml(name)}</h3>
<p class="facts">${works}</p>
<button type="button" class="link" data-author="${escapeHtml(name)}" hidden>Show in the list${unseen(name, text)}</button>
${writeMore('About the author', name, text, paragraphs(bio, text))}</div></li>
`
}

function writeItem(item: LibraryItem, picture: string | undefined, parts: (string | false | undefined)[]): string {
  const { kind, language, subjects, coverAlt } = item
  const primary = language ? (primaryLanguage(language) ?? '') : ''
  const more = subjects.length > 0 ? ` data-subjects="${escapeHtml(subjects.join(' '))}"` : ''
  return `<li class="item ${kind}" data-kind="${kind}" data-language="${escapeHtml(primary)}"${more}>${writePicture(
    picture,
    item.picture,
    coverAlt,
    textAttributes(language),
  )}<div>${parts.filter(Boolean).join('\n')}</div></li>
`
}

function writePicture(path: string | undefined, size: LibraryPicture | undefined, alt: string, text = ''): string {
  if (!path || !size) return '<span class="blank"></span>'
  const { width, height } = size
  return `<img src="${toUrl(path)}" alt="${escapeHtml(alt)}"${alt && text} width="${width}" height="${height}" loading="lazy" decoding="async">`
}

function writeFacts(facts: (string | false | null | 0 | undefined)[]): string {
  return `<p class="facts">${facts.filter(Boolean).join(' · ')}</p>`
}

function writeMore(label: string, title: string, text: string, lines: string[]): string {
  if (lines.length === 0) return ''
  return `<details><summary>${label}${unseen(title, text)}</summary><div class="more">${lines.join('')}</div></details>`
}

function descriptionLines({ description, categories, language }: LibraryItem): string[] {
  const subjects = categories.length > 0 ? [`<p class="facts">${escapeHtml(categories.join(', '))}</p>`] : []
  return [...paragraphs(description, textAttributes(language)), ...subjects]
}

export function paragraphs(text: string, attributes: string): string[] {
  const parts = text.split(/\n\s*\n/).filter((part) => part.trim())
  return parts.map((part) => `<p${attributes}>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
}

/** Text that screen readers read after a label, since many items have the same label. */
function unseen(title: string, text: string): string {
  return ` <span class="unseen"${text}>${escapeHtml(title)}</span>`
}

function writeFoot({ brand, url, day }: LibraryLook): string {
  const site = url ? ` New books and episodes are at <a href="${escapeHtml(url)}">${escapeHtml(new URL(url).host)}</a>.` : ''
  return `<footer><div class="wrap"><p>Copied from ${escapeHtml(brand)} on ${escapeHtml(day)}.${site}</p></div></footer>`
}

function plural(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function listNumbers(parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' and ')
}

/** Formats a size in decimal units, as cards and phones state them. */
function formatSize(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** Returns the relative URL of a file in the folder, as the value of an attribute. */
export function toUrl(path: string): string {
  return escapeHtml(path.split('/').map(encodeURIComponent).join('/'))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
