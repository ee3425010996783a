import { createSSRApp, h, ref, computed, defineComponent, reactive, watch, nextTick } from 'vue';
import { renderToString } from 'vue/server-renderer';
const Child = defineComponent({ props: { x: Number }, setup: (p, { slots }) => () => h('li', { class: ['a', { b: p.x > 1 }] }, [p.x, slots.default?.()]) });
const app = createSSRApp({
  components: { Child },
  template: '<ul :id="id" @click="f"><Child v-for="i in list" :key="i" :x="i"><em v-if="i > 1">{{ i * 2 }}</em></Child></ul><input v-model="text"><p v-html="raw" v-show="no"></p>{{ total }}',
  setup() { const list = ref([1, 2]); return { list, id: 'q', text: '"t"', raw: '<i>r</i>', no: false, f() {}, total: computed(() => list.value.length) }; },
});
console.log(await renderToString(app));
const state = reactive({ n: 1 });
const seen = [];
watch(() => state.n, (a, b) => seen.push([a, b]));
state.n++;
await nextTick();
console.log(seen);
