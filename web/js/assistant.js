// What knows the rules language, for the editor. Today a server does; a page without one can have
// another object of the same shape.

import * as api from './api.js';

/** @type {Assistant} */
export const assistant = {
  hover: async (text, at) => (await api.askEditor({ text, question: 'hover', at })).hover ?? null,
  completions: async (text, at) => (await api.askEditor({ text, question: 'completions', at })).completions ?? [],
  fixes: async (text) => (await api.askEditor({ text, question: 'fixes' })).fixes ?? [],
  format: async (text) => (await api.askEditor({ text, question: 'format' })).format ?? null,
};
