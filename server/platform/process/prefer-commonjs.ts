import { type ResolveFnOutput, registerHooks } from 'node:module'

/**
 * Makes later imports load packages in their CommonJS form. For each ES module of a package, Node parses package.json again; that of
 * drizzle-orm has 180 kB, which takes half of the startup time and a hundred megabytes.
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
