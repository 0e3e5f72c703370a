// For a route that browsers never load
declare module 'node:crypto'
