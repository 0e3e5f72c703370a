import { sceneOf } from './scene-of.ts'

const addresses = import.meta.glob<string>('./pages/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

/** Scenes of the pages that are neither home, bookshop nor program. */
export const pageArt = {
  authors: sceneOf(addresses, './pages/authors'),
  publishing: sceneOf(addresses, './pages/publishing'),
  contact: sceneOf(addresses, './pages/contact'),
  founder: sceneOf(addresses, './pages/founder'),
}
