import { site } from '../site.ts'
import { shareFileOf, sharePages } from './share-pages.ts'

const urls = import.meta.glob<string>('./share/*.jpg', { eager: true, query: '?url', import: 'default' })

/** The picture that chats show of a link to a page, 1200 × 630; Home's stands for pages that have none of their own. */
export function sharePictureOf(path: string) {
  const page = sharePages[path] ? path : '/'
  const { title, scene } = sharePages[page] ?? { title: '', scene: '' }
  const src = urls[`./share/${shareFileOf(page)}.jpg`]
  if (!src) throw new Error(`site/art/share has no picture of ${page}; npm run art:generate -- share draws it.`)
  return { src, type: 'image/jpeg', width: 1200, height: 630, alt: `${site.brand.name}. “${title}”, with ${scene}` }
}
