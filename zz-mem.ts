import autocannon from 'autocannon'
import { readFile } from 'node:fs/promises'
import { openFilledSite } from './bench/support/filled-site.ts'
import { processorTime } from './bench/support/side-by-side.ts'
const WORDS = 'season harvest patience wisdom river bridge lantern courage promise garden stone brave gentle'.split(' ')
const ADDRESSES = [
  ...['/', '/bookshop', '/podcasts', '/authors', '/programs/teen-coaching', '/publishing', '/contact', '/none'],
  ...['/api/books', '/api/podcasts?limit=10', '/api/authors', '/api/health', '/api/books/none'],
  ...WORDS.flatMap((one) => WORDS.map((other) => `/api/books?limit=24&q=${one}+${other}`)),
  ...WORDS.map((word) => `/bookshop?q=${word}`),
]
const site = await openFilledSite(undefined, { NODE_OPTIONS: process.env.OPT ?? '', ...JSON.parse(process.env.MORE ?? '{}') })
await new Promise((r) => setTimeout(r, 4000)); process.kill(site.pid,'SIGPWR'); await new Promise((r) => setTimeout(r, 3000))
const N = Number(process.argv[2] ?? 15000)
const changing = setInterval(() => void site.changeCatalogue(), 1000)
const before = await processorTime(site.pid); const t=Date.now()
await autocannon({ url: site.url, connections: 16, amount: N, requests: ADDRESSES.map((path) => ({ path, headers: { 'accept-encoding': process.env.ENC ?? 'br' } })) })
const cpu = (await processorTime(site.pid)) - before
clearInterval(changing)
const changes = (Date.now()-t)/1000
await new Promise((r) => setTimeout(r, 3000))
const status = await readFile(`/proc/${site.pid}/status`, 'utf8')
console.log(process.env.OPT, 'rss MB', (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024).toFixed(0), 'hwm', (Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024).toFixed(0), 'cpu s', (cpu / 1e6).toFixed(1), 'changes', changes.toFixed(0))
process.kill(site.pid,'SIGPWR'); await new Promise((r) => setTimeout(r, 4000)); await site.close(); process.exit(0)
