import * as lucide from 'lucide-react/icons/search'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import createLightIcon from './light-icon.ts'

test('an icon has the same markup as the original lucide icon', () => {
  const { default: Search, __iconData } = lucide as typeof lucide & { __iconData: Parameters<typeof createLightIcon>[0] }
  const Light = createLightIcon(__iconData)
  const drawn = renderToStaticMarkup(<Search className="size-5" />)
  // The class names that lucide adds are removed for the comparison, since this site doesn't use them.
  const plain = drawn.replace('xmlns="http://www.w3.org/2000/svg" ', '').replace(/lucide[\w-]* ?/g, '')
  expect(attributesOf(renderToStaticMarkup(<Light className="size-5" />))).toEqual(attributesOf(plain))
})

const attributesOf = (markup: string) =>
  markup.replace(
    /<svg ([^>]*)>/,
    (_, all: string) =>
      `<svg ${all
        .split(/(?<=") /)
        .sort()
        .join(' ')}>`,
  )
