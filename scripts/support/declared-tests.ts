import { parseSync } from '@swc/core'

/** `off`: the test is skipped, conditional or allowed to fail. */
type DeclaredTest = { name: string; off: boolean }
type Node = { type: string } & Record<string, unknown>

const SWITCHES = ['skip', 'skipIf', 'runIf', 'todo', 'fails']

/** Returns the tests that a source declares, by name. An `only` anywhere turns the other tests off. */
export function declaredTests(source: string): DeclaredTest[] {
  const found: DeclaredTest[] = []
  let hasOnly = false

  function visit(value: unknown, off: boolean) {
    if (typeof value !== 'object' || value === null) return
    const { name, root, switches } = readCall(value as Node)
    const isOff = off || switches.some((word) => SWITCHES.includes(word))
    if (switches.includes('only')) hasOnly = true
    if (name !== undefined && root !== 'describe') found.push({ name, off: isOff })
    for (const part of Object.values(value)) visit(part, isOff)
  }

  visit(parseSync(source, { syntax: 'typescript', tsx: true, target: 'esnext' }).body, false)
  return hasOnly ? found.map((test) => ({ ...test, off: true })) : found
}

/** Reads calls such as `describe.skip('name', …)` and `test.each(…)('name', { todo: true }, …)`; returns no name for other nodes. */
function readCall(node: Node): { name?: string; root?: string; switches: string[] } {
  if (node.type !== 'CallExpression') return { switches: [] }
  const [first, second] = (node.arguments as { expression: Node }[]).map(({ expression }) => expression)
  const { root, words } = readCallee(node.callee as Node)
  const name = first && textOf(first)
  if (name === undefined || !['test', 'it', 'describe'].includes(root)) return { switches: [] }
  const options = second?.type === 'ObjectExpression' ? (second.properties as { key?: Node }[]) : []
  return { name, root, switches: [...words, ...options.map(({ key }) => String(key?.value))] }
}

/** Splits a callee: `test.skipIf(…).concurrent` has the root `test` and two words. */
function readCallee(callee: Node): { root: string; words: string[] } {
  const words: string[] = []
  let node = callee
  while (node.type !== 'Identifier') {
    if (node.type === 'MemberExpression') {
      words.push(String((node.property as Node).value))
      node = node.object as Node
    } else if (node.type === 'CallExpression') node = node.callee as Node
    else return { root: '', words }
  }
  return { root: String(node.value), words }
}

function textOf(node: Node): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type === 'TemplateLiteral') return (node.quasis as { raw: string }[]).map(({ raw }) => raw).join('…')
  return undefined
}
