import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

/** Folders whose imports are checked. Tests, benchmarks and their support may import anything. */
export const CHECKED_FOLDERS = ['contracts', 'server', 'site', 'web', 'demo', 'tools', 'scripts']

const options = await extractOptions('./.dependency-cruiser.js')
export const ruleNames = options.ruleSet?.forbidden?.map(({ name }) => name) ?? []

/** Reads the imports of each module below `root`, and the violations of import rules. */
export async function readImports(root: string) {
  const { output } = await cruise(CHECKED_FOLDERS, { ...options, baseDir: root, validate: true }, options.enhancedResolveOptions)
  const { modules, summary } = output as ICruiseResult
  return {
    modules: modules.filter(({ source }) => CHECKED_FOLDERS.some((folder) => source.startsWith(`${folder}/`))),
    violations: summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name })),
  }
}
