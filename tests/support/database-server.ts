import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { makeTempFolder } from './temp-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

export const TEMPLATE = 'template_lectern'

/** One real PostgreSQL for the whole run, with an up-to-date database that test files copy. */
export default async function setup(project: TestProject) {
  const folder = await makeTempFolder()
  const server = await startEmbeddedPostgres(folder)
  await query(server.url, `create database ${TEMPLATE}`)
  const template = await openDatabase({ url: databaseUrl(server.url, TEMPLATE), dataDir: folder, poolSize: 2 })
  await template.close()
  project.provide('databaseServer', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export function databaseUrl(server: string, name: string) {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

export async function query(url: string, text: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
