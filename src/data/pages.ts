import { getCollection } from 'astro:content'

/** By path. */
export const pages = new Map((await getCollection('pages')).map(({ id, data }) => [`/${id}`, data]))
