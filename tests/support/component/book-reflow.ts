import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'

const SENTENCE = 'The lamp stood in the window, and whoever came up the hill could see it from the bend of the road.'
const sentences = (count: number, about: string) =>
  Array.from({ length: count }, (_, index) => `${about} ${index + 1}. ${SENTENCE}`).join(' ')

/** Text of a paragraph, directly before the number of a footnote */
const CALL = 'A word in italics and one in bold, with a note.'

/**
 * Builds a chapter of four pages with every kind of block; the third paragraph continues on the next page. The note
 * number of the first chapter links to the note of the second.
 */
export function buildChapter(chapter: number): ReflowBlock[] {
  const page = chapter * 4 - 3
  const about = (name: string) => `Chapter ${chapter}, ${name}`
  const long = sentences(12, about('the long paragraph'))
  return [
    { kind: 'heading', level: 1, page, text: [`Chapter ${chapter}`] },
    { kind: 'paragraph', page, text: [sentences(3, about('beginning'))] },
    {
      kind: 'paragraph',
      page,
      text: ['A word ', ['in italics', 'i'], ' and one ', ['in bold', 'b'], ', with a note.', ['1', 'sup']],
      ...(chapter === 1 && { noteCalls: [[CALL.length, 2, 13]] }),
    },
    { kind: 'paragraph', page, text: [long], breaks: [[long.indexOf('the long paragraph 6'), page + 1]] },
    { kind: 'heading', level: 2, page: page + 1, text: [about('its second half')] },
    { kind: 'quote', page: page + 1, text: ['A light is not put under a bowl.'] },
    { kind: 'list-item', marker: '•', page: page + 1, text: ['Oil'] },
    { kind: 'list-item', marker: '•', page: page + 1, text: ['A wick'] },
    { kind: 'list-item', page: page + 2, text: ['Chapter 1 1'], target: [1, 0] },
    { kind: 'list-item', page: page + 2, text: [['Its second half', 'i'], ' 2'], target: [1, 4] },
    { kind: 'picture', page: page + 2, box: [20, 20, 200, 60] },
    { kind: 'paragraph', page: page + 2, text: [sentences(10, about('third page'))] },
    { kind: 'paragraph', page: page + 3, text: [sentences(10, about('last page'))] },
    { kind: 'note', marker: '1', page: page + 3, text: ['The note.'], ...(chapter === 2 && { calledAt: [1, 2, CALL.length] }) },
  ]
}

/** Table of contents of a book of eight pages, with a chapter on pages 1 to 4 and a chapter on pages 5 to 8. */
export const REFLOW_CONTENTS: BookReflow = {
  parts: [1, 2].map((chapter) => ({ title: `Chapter ${chapter}`, page: chapter * 4 - 3, characters: 5000 })),
  direction: 'ltr',
  language: 'en',
}
