import type { Declaration, Plugin } from 'postcss'

/** Declarations already processed: PostCSS visits a declaration again after a change beside it. */
const seen = new WeakSet<Declaration>()

/**
 * Inserts a declaration for supported browsers without small and dynamic viewport units, `lh` or container units before each that uses
 * them.
 */
export const fallbackUnits: Plugin = {
  postcssPlugin: 'fallback-units',
  Declaration(declaration) {
    const value = declaration.value
      .replace(/([\d.]*\d)lh\b/g, (_, lines) => `${Number(lines) * 1.5}em`)
      .replace(/(\d)[sdl](v[hw])\b/g, '$1$2')
      // Replaces a clamp() around a container unit by its lower bound.
      .replace(/clamp\(([^,()]+),[^,()]*\dcqi,[^,()]+\)/g, '$1')
    if (value === declaration.value || seen.has(declaration)) return
    seen.add(declaration)
    declaration.cloneBefore({ value })
  },
}
