import type { CompatData, Identifier } from '@mdn/browser-compat-data'
import { isSupported } from './browser-support.ts'

const INTERFACE = /^interface (\w+)(?:<.*?>)?(?: extends (.+))? \{$/
const BLOCK = /^(?:interface|declare (?:var|namespace)) (\w+)/
/** Name of a member or global in a declaration line, with the text before the name */
const MEMBER = /^((?: {4}|declare )(readonly |get |set |var |function )?([A-Za-z_$][\w$]*|\[Symbol\.\w+\]))(?=[<(:?])/

/**
 * Rewrites TypeScript's DOM declarations: an API that a supported browser lacks becomes optional, so that code which uses it without a
 * check does not compile. A global function is removed from the declarations: code calls it as an optional property of the window.
 */
export function declareBrowserApis(dom: string, { api }: CompatData): { text: string; changed: string[] } {
  const lines = dom.split('\n')
  const users = findUsers(lines, api)
  const changed = new Set<string>()
  let block = ''
  let isMissing = false
  /** Whether the block declares a class or namespace rather than the instances of a class */
  let isStatic = false

  /** Finds the compatibility data of a member. For a mixin, the data of the interfaces that use the mixin is returned. */
  function find(name: string, member: string): Identifier[] {
    const known = isStatic
      ? api[name]?.[`${member}_static`]
      : (api[name]?.[member] ?? api[name]?.[`${member.replace(/^on/, '')}_event`] ?? (name === 'Window' ? api[member] : undefined))
    return known ? [known] : (users.get(name) ?? []).flatMap((user) => find(user, member))
  }
  const lacks = (found: Identifier[]) => {
    const statements = found.flatMap(({ __compat }) => __compat ?? [])
    return statements.length > 0 && !statements.some((statement) => isSupported(statement))
  }

  function rewrite(line: string): string | undefined {
    if (line === '}' || line === '};') {
      block = ''
      isStatic = false
      return isMissing ? line.replace(';', ' | undefined;') : line
    }
    if (line.endsWith('{') && BLOCK.test(line)) {
      block = BLOCK.exec(line)?.[1] ?? ''
      isStatic = line.startsWith('declare')
      isMissing = lacks([api[block] ?? {}])
      if (isMissing) changed.add(block)
      return line
    }
    const [, start = '', kind = '', declared = ''] = MEMBER.exec(line) ?? []
    const name = declared.replace(/^\[Symbol\.(\w+)\]$/, '@@$1')
    const found = name && !isMissing ? find(block || 'Window', name) : []
    if (!lacks(found)) return dropParameters(line, found)
    changed.add(block ? `${block}.${name}` : name)
    if (/get|set|function/.test(kind)) return undefined
    if (kind === 'var ') return line.replace(/;$/, ' | undefined;')
    return line.charAt(start.length) === '?' ? line : `${start}?${line.slice(start.length)}`
  }

  function dropParameters(line: string, [found]: Identifier[]): string {
    const missing = Object.keys(found ?? {}).filter((key) => key.endsWith('_parameter') && lacks([found?.[key] ?? {}]))
    return missing.reduce((rest, key) => rest.replace(RegExp(`(, )?\\b${key.replace('_parameter', '')}\\?: [^,()]+`), ''), line)
  }

  return { text: lines.flatMap((line) => rewrite(line) ?? []).join('\n'), changed: [...changed] }
}

/** Returns the interfaces that use each mixin */
function findUsers(lines: string[], api: Identifier): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const line of lines) {
    const [, name = '', parents = ''] = INTERFACE.exec(line) ?? []
    const mixins = parents
      .replace(/<.*?>/g, '')
      .split(', ')
      .filter((parent) => parent && !api[parent])
    for (const parent of mixins) users.set(parent, [...(users.get(parent) ?? []), name])
  }
  return users
}
