import { type ResolveFnOutput, registerHooks } from 'node:module'

/**
 * Loads packages in their CommonJS form from here on. Node parses a package's package.json again for each of its ES modules; drizzle-orm's
 * is 180 kB, which takes half of the startup time and a hundred megabytes.
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
