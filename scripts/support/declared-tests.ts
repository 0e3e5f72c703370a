import { parseSync } from 'vite'

/** Test declared in a source; `off` means that the test is skipped, conditional or allowed to fail. */
type DeclaredTest = { name: string; off: boolean }
type Node = { type: string; start: number } & Record<string, unknown>
/** Test call such as `describe.skip('name', …)` or `test.each(…)('name', { todo: true }, …)`. `start` is the position of the name. */
type TestCall = { name: string; start: number; root: string; switches: string[] }

const SWITCHES = ['skip', 'skipIf', 'runIf', 'todo', 'fails']

/** Returns the tests that a source declares, by name. An `only` anywhere turns the other tests off. */
export function declaredTests(source: string): DeclaredTest[] {
  const found: DeclaredTest[] = []
  let hasOnly = false

  visitTestCalls(parseSync('tests.tsx', source).program, false, ({ name, root, switches }, off) => {
    const isOff = off || switches.some((word) => SWITCHES.includes(word))
    if (switches.includes('only')) hasOnly = true
    if (root !== 'describe') found.push({ name, off: isOff })
    return isOff
  })
  return hasOnly ? found.map((test) => ({ ...test, off: true })) : found
}

/** Calls `each` for every call of `test`, `it` and `describe` in a syntax tree. The result of `each` is passed on to the nested calls. */
export function visitTestCalls<State>(value: unknown, state: State, each: (call: TestCall, state: State) => State): void {
  if (typeof value !== 'object' || value === null) return
  const call = readCall(value as Node)
  const inner = call ? each(call, state) : state
  for (const part of Object.values(value)) visitTestCalls(part, inner, each)
}

function readCall(node: Node): TestCall | undefined {
  if (node.type !== 'CallExpression') return undefined
  const [first, second] = node.arguments as Node[]
  const { root, words } = readCallee(node.callee as Node)
  const name = first && textOf(first)
  if (!first || name === undefined || !['test', 'it', 'describe'].includes(root)) return undefined
  const options = second?.type === 'ObjectExpression' ? (second.properties as { key?: Node }[]) : []
  return { name, start: first.start, root, switches: [...words, ...options.map(({ key }) => String(key?.name))] }
}

/** Splits the callee of a test call: `test.skipIf(…).concurrent` has the root `test` and two words. */
function readCallee(callee: Node): { root: string; words: string[] } {
  const words: string[] = []
  let node = callee
  while (node.type !== 'Identifier') {
    if (node.type === 'MemberExpression') {
      words.push(String((node.property as Node).name))
      node = node.object as Node
    } else if (node.type === 'CallExpression') node = node.callee as Node
    else return { root: '', words }
  }
  return { root: String(node.name), words }
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'TemplateLiteral') return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
  return undefined
}
