import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isIgnored, readIgnored } from './build-context.ts'
import { environmentOf, parseCommand, parseContainerfile, textOf } from './containerfile.ts'
import { readContainerfile } from './read-files.ts'

test('the image starts the server and its health check without a shell and as a user other than root', () => {
  const image = readContainerfile().at(-1) ?? expect.fail('There is no stage')
  expect(parseCommand(textOf(image, 'CMD'))).toEqual(['node', 'server/main.ts'])
  expect(parseCommand(textOf(image, 'HEALTHCHECK').replace('CMD ', ''))[0]).toBe('node')
  expect(textOf(image, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(environmentOf(image).NODE_ENV).toBe('production')
})

describe('a Containerfile', () => {
  test('a Containerfile is parsed into stages, flags and joined continuation lines', () => {
    const source = '# comment\nFROM a AS one\nRUN x \\\n  && y\n\nFROM b\nCOPY --from=one /x ./\n'
    expect(parseContainerfile(source)).toEqual([
      { base: 'a', name: 'one', instructions: [{ keyword: 'RUN', flags: {}, text: 'x && y' }] },
      { base: 'b', name: undefined, instructions: [{ keyword: 'COPY', flags: { from: 'one' }, text: '/x ./' }] },
    ])
  })

  test('a Containerfile with an unsupported instruction is refused', () => {
    expect(() => parseContainerfile('FROM a\nADD b c')).toThrow('ADD b c')
  })
})

test.each([
  ['README.md', true],
  ['data/postgres.password', true],
  ['.env', true],
  ['.git/config', true],
  ['deploy/compose/.env', true],
  ['node_modules/fastify/package.json', true],
  ['package.json', false],
  ['server/main.ts', false],
  ['server/app.test.ts', true],
  ['demo/files/a.pdf', false],
  ['demo/manuscripts/a.md', true],
])('whether %s is excluded from the image: %j', (path, expected) => {
  expect(isIgnored(path, readIgnored(join(import.meta.dirname, '../..')))).toBe(expected)
})
