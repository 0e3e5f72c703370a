type Instruction = { keyword: string; flags: Record<string, string>; text: string }
/** Build stage of a Containerfile, from its FROM instruction to the next */
export type Stage = { base: string; name: string | undefined; instructions: Instruction[] }

const KNOWN = ['FROM', 'WORKDIR', 'ARG', 'ENV', 'COPY', 'RUN', 'USER', 'EXPOSE', 'VOLUME', 'HEALTHCHECK', 'CMD']

/**
 * Parses a Containerfile into its stages. Throws at any instruction that Lectern's Containerfile doesn't use, so that no instruction is
 * skipped silently.
 */
export function parseContainerfile(source: string): Stage[] {
  const stages: Stage[] = []
  for (const line of joinLines(source)) {
    const [, keyword = '', rest = ''] = /^([A-Z]+)\s+(.+)$/s.exec(line) ?? []
    if (!KNOWN.includes(keyword)) throw new Error(`Unknown instruction: ${line}`)
    const instruction = { keyword, ...takeFlags(rest) }
    if (keyword === 'FROM') {
      const [base = '', , name] = instruction.text.split(/\s+/)
      stages.push({ base, name, instructions: [] })
    } else if (stages.length === 0) throw new Error(`Instruction before the first FROM: ${line}`)
    else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

/** Returns the text of an instruction that must occur exactly once, such as USER. */
export function textOf(stage: Stage, keyword: string): string {
  const found = stage.instructions.filter((instruction) => instruction.keyword === keyword)
  if (found.length !== 1) throw new Error(`${keyword} occurs ${found.length} times`)
  return found[0]?.text ?? ''
}

/** Returns the variables of the ENV instructions of a stage, which contain one variable each. */
export function environmentOf({ instructions }: Stage): Record<string, string> {
  return Object.fromEntries(
    instructions
      .filter(({ keyword }) => keyword === 'ENV')
      .map(({ text }) => [text.split('=')[0] ?? '', text.slice(text.indexOf('=') + 1)]),
  )
}

/** Parses a command in JSON form, which needs no shell. */
export function parseCommand(text: string): string[] {
  const command: unknown = JSON.parse(text)
  if (!Array.isArray(command) || !command.every((part) => typeof part === 'string')) throw new Error(`Not a list of strings: ${text}`)
  return command
}

function joinLines(source: string): string[] {
  return source
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function takeFlags(rest: string) {
  const flags: Record<string, string> = {}
  let text = rest
  for (let match = /^--([a-z-]+)=(\S+)\s+/.exec(text); match; match = /^--([a-z-]+)=(\S+)\s+/.exec(text)) {
    flags[match[1] ?? ''] = match[2] ?? ''
    text = text.slice(match[0].length)
  }
  return { flags, text }
}
