import { drawingOf } from './scene.ts'

const urls = import.meta.glob<string>('./cards/*', { eager: true, query: '?url', import: 'default' })

/** Returns the drawing with a name, such as `books` or the slug of a program, for a card. */
export function cardArt(name: string) {
  return drawingOf(urls, `./cards/${name}`, 'card')
}
