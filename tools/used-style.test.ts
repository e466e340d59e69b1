import { describe, expect, it } from 'vitest';
import { usedStyle } from './used-style.ts';

const PAGE = '<ul class="list md:p-2" id="all"><li data-done>One</li></ul>';

describe('the style that a page brings along', () => {
  it.each([
    ['a rule for a class of the page', '.list{color:red}'],
    ['one whose class is written with escapes', '@media (width>=1px){.md\\:p-2{padding:2px}}'],
    ['one for an id, a tag or an attribute', '#all,li,[data-done]{color:red}'],
    ['one of several classes, if one will do', ':is(.list,.other) li{color:red}'],
    ['one for what is not there', '.list:not(.other){color:red}'],
    ['one for a class that the script gives', '.is-open{color:red}'],
    ['a property that is used, and its kind', '@property --a{syntax:"*"}.list{--a:1px;padding:var(--a)}'],
    ['an animation that is used, step by step', '.list{animation:1s rise}@keyframes rise{0%{top:0}}'],
    ['the order of the layers', '@layer base,components;@layer base;'],
    ['a rule within a rule', '.list{&.other{color:red}}'],
  ])('keeps %s', (_what, css) => {
    expect(usedStyle(css, PAGE, 'element.classList.add("is-open")').replaceAll(/\s/g, '')).toBe(
      css.replaceAll(/\s/g, ''),
    );
  });

  it.each([
    ['a rule for another class', '.other{color:red}'],
    ['one that asks for a class beside those of the page', '.list .other{color:red}'],
    ['the block around it', '@media print{.other{color:red}}'],
    ['a property that nothing uses', '.list{--a:1px}'],
    ['a property that only such a one uses', '.list{--a:var(--b);--b:1px}'],
    ['an animation that nothing uses', '@keyframes rise{0%{top:0}}'],
  ])('drops %s', (_what, css) => {
    expect(usedStyle(css, PAGE, '')).toBe('');
  });

  it('drops the selectors of a rule that can find nothing', () => {
    expect(usedStyle('.list,.other{color:red}', PAGE, '')).toBe('.list{color:red}');
  });
});
