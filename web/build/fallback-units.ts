import type { Declaration, Plugin } from 'postcss'

/** Declarations already processed: PostCSS visits a declaration again after a sibling declaration is inserted. */
const seen = new WeakSet<Declaration>()

/**
 * Inserts a fallback before each CSS declaration with small or dynamic viewport units, `lh` or container units, for supported browsers that
 * lack these units.
 */
export const fallbackUnits: Plugin = {
  postcssPlugin: 'fallback-units',
  Declaration(declaration) {
    const value = declaration.value
      .replace(/([\d.]*\d)lh\b/g, (_, lines) => `${Number(lines) * 1.5}em`)
      .replace(/(\d)[sdl](v[hw])\b/g, '$1$2')
      // A clamp() with a container unit is replaced by its lower bound.
      .replace(/clamp\(([^,()]+),[^,()]*\dcqi,[^,()]+\)/g, '$1')
    if (value === declaration.value || seen.has(declaration)) return
    seen.add(declaration)
    declaration.cloneBefore({ value })
  },
}
