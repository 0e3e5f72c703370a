import { sceneOf } from './scene.ts'

const urls = import.meta.glob<string>('./pages/*', { eager: true, query: '?url', import: 'default' })

/** Scenes of the pages that are neither home nor a program. */
export const pageArt = {
  authors: sceneOf(urls, './pages/authors'),
  bookshop: sceneOf(urls, './pages/bookshop'),
  contact: sceneOf(urls, './pages/contact'),
  founder: sceneOf(urls, './pages/founder'),
  podcasts: sceneOf(urls, './pages/podcasts'),
  publishing: sceneOf(urls, './pages/publishing'),
}
