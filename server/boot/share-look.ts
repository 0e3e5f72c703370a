import { readFileSync } from 'node:fs'
import type { ShareLook } from '#server/catalogue/items/share-pictures.service.ts'
import { type Program, programColours } from '#site/art/program-colours.ts'
import { site } from '#site/site.ts'

const logo = (ground: 'light' | 'dark') => readFileSync(new URL(`../../site/art/logo-on-${ground}.svg`, import.meta.url), 'utf8')

/** The site's name, logo and colours in the share images that chats display for its items. */
export const shareLook: ShareLook = {
  brand: { name: site.brand.name, logos: { onLight: logo('light'), onDark: logo('dark') } },
  // The deep companion colour of the first program with one of the categories, as on the pages' cards.
  colourOf: (categories) => {
    const program = categories.flatMap((category) => site.programs.filter((each) => each.categories.includes(category)))[0]
    return program ? programColours[program.slug as Program].deep : '#2b3347'
  },
}
