import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import postcss, { type AtRule, type Declaration, type Node } from 'postcss'
import { isSupportedCss } from './browser-support.ts'

/** A CSS name that a supported browser does not know, and the declaration or rule that the browser ignores */
export type UnsupportedCss = { name: string; dropped: string }

/**
 * Finds the parts of a stylesheet that a supported browser ignores. Allowed are values with an older fallback before them in the same rule,
 * and everything inside `@supports`.
 */
export function findUnsupportedCss(css: string, { css: data }: CompatData): UnsupportedCss[] {
  const found: UnsupportedCss[] = []
  const values = indexValues(data)
  const lacks = (compat: CompatStatement | undefined) => compat !== undefined && !isSupportedCss(compat)

  function checkDeclaration(declaration: Declaration) {
    const { prop, value, parent } = declaration
    const property = data.properties?.[prop]
    if (lacks(property?.__compat)) return found.push({ name: prop, dropped: `${prop}: ${value}` })
    for (const name of newValues(prop, value)) {
      const hasOlder = parent?.some((node) => isBefore(node, declaration) && newValues(prop, node.value).length === 0)
      if (!hasOlder) found.push({ name, dropped: `${prop}: ${value}` })
    }
  }

  function newValues(prop: string, value: string): string[] {
    // `font-family` is skipped, because a font list contains older fonts as a fallback.
    if (prop === 'font-family') return []
    const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+/g, '')
    const keywords = (plain.match(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/g) ?? []).filter((word) =>
      lacks(data.properties?.[prop]?.[word]?.__compat),
    )
    const units = (plain.match(/(?<=\d)[a-z]+\b/gi) ?? []).filter((unit) => lacks(values.get(unit)))
    const functions = (plain.match(/[a-z][a-z-]*(?=\()/g) ?? []).filter((name) => lacks(values.get(`${name}()`)))
    return [...keywords, ...units, ...functions.map((name) => `${name}()`)]
  }

  function checkAtRule({ name, params }: AtRule) {
    const rule = data['at-rules']?.[name]
    const at = `@${name} ${params}`
    if (lacks(rule?.__compat)) found.push({ name: `@${name}`, dropped: at })
    if (name !== 'media') return
    if (/[<>]/.test(params)) found.push({ name: 'range', dropped: at })
    // Media queries that combine `not` with other conditions need the same level of browser support as `or`
    if (/\b(or|and) \(*not\b|\bor\b|^\(*not \(/.test(params)) found.push({ name: 'logic', dropped: at })
    for (const [feature] of params.matchAll(/(?<=\()[a-z-]+/g))
      if (lacks(rule?.[feature.replace(/^(min|max)-/, '')]?.__compat)) found.push({ name: feature, dropped: at })
  }

  postcss.parse(css).walk((node) => {
    if (isTested(node)) return
    if (node.type === 'decl') checkDeclaration(node)
    if (node.type === 'atrule') checkAtRule(node)
    if (node.type !== 'rule') return
    for (const [pseudo] of node.selector.replace(/\\./g, '').matchAll(/(?<=:)[a-z][a-z-]*/g))
      if (lacks(data.selectors?.[pseudo]?.__compat)) found.push({ name: `:${pseudo}`, dropped: node.selector })
    if (node.parent?.type === 'rule') found.push({ name: 'nesting', dropped: node.selector })
  })
  return found
}

const isBefore = (node: Node, declaration: Declaration): node is Declaration =>
  node.type === 'decl' &&
  (node as Declaration).prop === declaration.prop &&
  (declaration.parent?.index(node as Declaration) ?? 0) < (declaration.parent?.index(declaration) ?? 0)

/** Returns whether a CSS node is inside `@supports` */
function isTested(node: Node): boolean {
  for (let parent = node.parent; parent; parent = parent.parent)
    if (parent.type === 'atrule' && (parent as AtRule).name === 'supports') return true
  return false
}

/** Indexes CSS values: units by name, functions by `name()` */
function indexValues({ types = {} }: Identifier): Map<string, CompatStatement> {
  const index = new Map<string, CompatStatement>()
  const groups: Record<string, string[]> = {
    viewport_percentage_units_dynamic: ['dvh', 'dvw', 'dvb', 'dvi', 'dvmin', 'dvmax'],
    viewport_percentage_units_small: ['svh', 'svw', 'svb', 'svi', 'svmin', 'svmax'],
    viewport_percentage_units_large: ['lvh', 'lvw', 'lvb', 'lvi', 'lvmin', 'lvmax'],
    container_query_length_units: ['cqw', 'cqh', 'cqi', 'cqb', 'cqmin', 'cqmax'],
  }
  for (const [name, { __compat, ...inner }] of Object.entries(types as Record<string, Identifier>)) {
    if (__compat) index.set(`${name}()`, __compat)
    for (const [key, { __compat: compat }] of Object.entries(inner as Record<string, Identifier>))
      if (compat) for (const unit of name === 'length' ? (groups[key] ?? [key]) : [`${key}()`]) index.set(unit, compat)
  }
  return index
}
