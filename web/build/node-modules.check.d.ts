// `node:crypto` is declared for a route that runs only on the server.
declare module 'node:crypto'
