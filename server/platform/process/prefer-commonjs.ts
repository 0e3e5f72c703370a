import { type ResolveFnOutput, registerHooks } from 'node:module'

/**
 * Loads packages in their CommonJS form. For each file of an ES module Node reads the package's package.json anew; with a large one
 * (drizzle-orm's has 180 kB) that takes half of the start and a hundred megabytes. Counts for what is imported from here on.
 */
export function preferCommonJs(packages: string[]): void {
  const found = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve: (specifier, context, resolveNext) => {
      if (!packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return resolveNext(specifier, context)
      const module = found.get(specifier) ?? resolveNext(specifier, { ...context, conditions: ['node', 'require'] })
      found.set(specifier, module)
      return { ...module, format: 'commonjs', shortCircuit: true }
    },
  })
}
