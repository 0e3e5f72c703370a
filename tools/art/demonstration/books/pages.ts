import type { DemoAuthor } from '#demo/catalogue/authors.ts'
import { site } from '#site/site.ts'
import type { Chapter } from '#tools/art/demonstration/manuscript.ts'
import { mark } from '#tools/art/drawing/logo.ts'

export type Book = {
  facts: Record<string, string>
  chapters: Chapter[]
  cover: string
  accent: string
  author: DemoAuthor
  others: string[]
}

const COUNT = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

/** Returns whether a book consists of many short readings, which follow each other on a page, while chapters each start a new page. */
const isReadings = (book: Book) => book.chapters.length > COUNT.length

/**
 * Renders the body of the whole book. `numbers` are the first pages of chapters, once known; `tight` maps chapters to the degree by which
 * their lines are tightened.
 */
export function bookBody(book: Book, numbers: number[], tight: Map<number, number>): string {
  const { facts, chapters, cover, accent, author } = book
  const long = isReadings(book)
  const house = `<svg viewBox="0 6 64 58">${mark('#1d2430', { left: accent, right: accent })}</svg>${site.brand.name}`
  const listed = chapters.map((chapter, i) => `<li><a href="#c${i}">${chapter.title}</a><i></i><b>${numbers[i] ?? 0}</b></li>`).join('')
  return `<section class="cover"><img src="${cover}" alt="Cover of ${facts.title}"></section>
<section class="title"><h1>${facts.title}</h1><p class="subtitle" style="text-indent:0;text-align:center">${facts.subtitle ?? ''}</p><div class="author">${facts.author}</div><div class="house">${house}</div></section>
<section class="imprint"><p><em>${facts.title}</em><br>${facts.author}</p><p>© ${site.brand.name}. All rights reserved.</p><p>This is a demonstration edition. The people in these pages are imagined, and any likeness to someone you know is the kind that all neighbors share. Scripture is told in the author’s own words.</p><p>You may read this book as often as you like at ${site.brand.name}, and lend it as people lend a good story, by telling it. Please don’t sell it, or put another name on it.</p><p>If something here helped you, or ought to be mended, write to ${site.contact.email}.</p><p>Published by ${site.brand.name}, Harare. Set in Palatino and Fraunces.</p></section>
<section class="contents${long ? ' long' : ''}"><h2>Contents</h2><ol>${listed}</ol></section>
${long ? `<section class="chapter readings">${chapters.map(reading).join('')}</section>` : chapters.map((one, i) => chapter(one, i, tight.get(i))).join('')}
<section class="author-note"><h2>About the author</h2><p>${author.bio}</p>${book.others.length ? `<div class="more"><p><strong>Also by ${author.name}</strong></p><p>${book.others.map((title) => `<em>${title}</em>`).join('')}</p></div>` : ''}</section>`
}

function chapter({ title, html }: Chapter, i: number, tight: number | undefined): string {
  // A drop cap requires a paragraph that begins with a capital letter, not a quotation mark, and that is longer than a salutation.
  const opened = /^<p>[A-Z][^<]{150}/.test(html) ? html.replace('<p>', '<p class="drop">') : html
  return `<section class="chapter${tight ? ` tight tight-${tight}` : ''}"><header><p class="label" style="text-indent:0">${COUNT[i] ?? i + 1}</p><h2 id="c${i}">${title}</h2></header>${opened}</section>`
}

function reading({ title, html }: Chapter, i: number): string {
  const [, number, name] = /^(\d+) · (.+)$/.exec(title) ?? [undefined, String(i + 1), title]
  return `<div class="reading"><h2 id="c${i}"><span>${number}</span> ${name}</h2>${html}</div>`
}

/**
 * Renders the running heads, one sheet for each page: the title on left-hand pages, the chapter on right-hand pages, nothing where a
 * chapter opens.
 */
export function headsBody(book: Book, numbers: number[], pages: number): string {
  const first = numbers[0] ?? 5
  return Array.from({ length: pages }, (_, i) => i + 1)
    .map((page) => {
      const opens = !isReadings(book) && numbers.includes(page)
      const current = book.chapters[numbers.findLastIndex((number) => number <= page)]?.title ?? ''
      const inside = page >= first && page < pages
      const head =
        !inside || opens || (isReadings(book) && page === first)
          ? ''
          : page % 2 === 0 || isReadings(book)
            ? `<em>${book.facts.title}</em>`
            : current
      return `<div>${head ? `<i style="font-style:normal">${head}</i>` : ''}${page >= 4 ? `<b style="font-weight:400">${page}</b>` : ''}</div>`
    })
    .join('')
}
