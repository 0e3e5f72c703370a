import { site } from '../site.ts'
import { shareFileOf, sharePages } from './share-pages.ts'

const urls = import.meta.glob<string>('./share/*.jpg', { eager: true, query: '?url', import: 'default' })

/** Returns the share image of a page, 1200 × 630; pages without one use that of the home page. */
export function sharePictureOf(path: string) {
  const page = sharePages[path] ? path : '/'
  const { title, scene } = sharePages[page] ?? { title: '', scene: '' }
  const src = urls[`./share/${shareFileOf(page)}.jpg`]
  if (!src) throw new Error(`site/art/share has no picture of ${page}; npm run art:generate -- share draws it.`)
  return { src, type: 'image/jpeg', width: 1200, height: 630, alt: `${site.brand.name}. “${title}”, with ${scene}` }
}
