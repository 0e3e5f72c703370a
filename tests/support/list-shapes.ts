type Item = Record<string, unknown>

const LONG_TITLE = 'The Long Road Home from Bulawayo to Mutare, and What Was Said by Everyone Who Walked It with Us in the Rain'
const ARABIC_TITLE = 'كتاب الحكمة والسلام في البيت'
const UNBROKEN_TITLE = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung'

/** Pages with a paged list, and the page size of each list. */
export const PAGED_LISTS = [
  ['/bookshop', 24],
  ['/podcasts', 24],
  ['/authors', 24],
  ['/books-by-ruvimbo-chikomo', 24],
  ['/programs/teen-coaching', 12],
] as const

/** Variants of a list, derived from the existing items. */
export const LIST_SHAPES = {
  none: () => [],
  one: (items: Item[]) => items.slice(0, 1),
  hundred: (items: Item[]) => Array.from({ length: 100 }, (_, index) => numbered(items[index % items.length] as Item, index)),
  /** Items with long and foreign names, covers that fail to load, and prices with many digits */
  odd: (items: Item[]) =>
    Array.from({ length: 8 }, (_, index) => {
      const item = numbered(items[index % items.length] as Item, index)
      const title = [LONG_TITLE, ARABIC_TITLE, UNBROKEN_TITLE, 'O'][index % 4] as string
      const person = index % 2 ? 'Nomathemba' : 'Rt Revd Dr Nomathemba Thandeka Khumalo-Ndlovu of Chimanimani'
      const texts = 'bio' in item ? { name: title } : { title, author: person, host: person, price: index % 2 ? 12_345.5 : item.price }
      return { ...item, ...texts, ...(index < 4 && withoutPicture(item)) }
    }),
}

function numbered(item: Item, index: number): Item {
  return { ...item, id: `${item.id}-${index}` }
}

/** Returns an item whose picture files are deleted, while their URLs remain. */
function withoutPicture(item: Item): Item {
  const gone = { width: 600, height: 900, placeholder: '', sources: [{ type: 'image/webp', width: 600, path: 'gone.webp' }] }
  return 'bio' in item ? { picture: gone } : { cover: gone }
}
