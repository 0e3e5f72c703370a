import type { Site } from '#contracts/site/shared-site.ts'
import drawn from './share/texts.json'
import { type DrawnTexts, listDrawnTexts, listSharePages, shareFileOf } from './share-pages.ts'

const urls = import.meta.glob<string>('./share/*.jpg', { eager: true, query: '?url', import: 'default' })

/** Returns the share image of a page, 1200 × 630; pages without one use that of the home page. Undefined when its texts were changed. */
export function sharePictureOf(path: string, site: Pick<Site, 'brand' | 'founder' | 'programs'>) {
  const pages = listSharePages(site)
  const page = pages[path] ? path : '/'
  const { title, scene } = pages[page] ?? { title: '', scene: '' }
  const file = shareFileOf(page, site)
  if (textsOf(listDrawnTexts(site), file) !== textsOf(drawn, file)) return undefined
  const src = urls[`./share/${file}.jpg`]
  if (!src) throw new Error(`site/art/share has no picture of ${page}; npm run art:generate -- share draws it.`)
  return { src, type: 'image/jpeg', width: 1200, height: 630, alt: `${site.brand.name}. “${title}”, with ${scene}` }
}

function textsOf({ brand: { name, vision, mission }, titles }: DrawnTexts, file: string): string {
  return [name, vision, file === 'home' && mission, titles[file]].join('\n')
}
