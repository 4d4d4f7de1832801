import type { Widget } from './widget.ts';
import { agGrid } from './widgets/ag-grid.ts';
import { airDatepicker } from './widgets/air-datepicker.ts';
import { antd } from './widgets/antd.ts';
import { autocompleteJs } from './widgets/autocomplete-js.ts';
import { awesomplete } from './widgets/awesomplete.ts';
import { bootstrap } from './widgets/bootstrap.ts';
import { carbon } from './widgets/carbon.ts';
import { choices } from './widgets/choices.ts';
import { chosen } from './widgets/chosen.ts';
import { ckeditor } from './widgets/ckeditor.ts';
import { cleave } from './widgets/cleave.ts';
import { codemirror } from './widgets/codemirror.ts';
import { datatables } from './widgets/datatables.ts';
import { dndKit } from './widgets/dnd-kit.ts';
import { dropzone } from './widgets/dropzone.ts';
import { elementPlus } from './widgets/element-plus.ts';
import { filepond } from './widgets/filepond.ts';
import { flatpickr } from './widgets/flatpickr.ts';
import { fluent } from './widgets/fluent.ts';
import { fullcalendar } from './widgets/fullcalendar.ts';
import { gridjs } from './widgets/gridjs.ts';
import { handsontable } from './widgets/handsontable.ts';
import { helloPangea } from './widgets/hello-pangea.ts';
import { imask } from './widgets/imask.ts';
import { infiniteScroll } from './widgets/infinite-scroll.ts';
import { inputmask } from './widgets/inputmask.ts';
import { interactjs } from './widgets/interactjs.ts';
import { ionic } from './widgets/ionic.ts';
import { jqueryUi } from './widgets/jquery-ui.ts';
import { jstree } from './widgets/jstree.ts';
import { lexical } from './widgets/lexical.ts';
import { materialWeb } from './widgets/material-web.ts';
import { micromodal } from './widgets/micromodal.ts';
import { monaco } from './widgets/monaco.ts';
import { mui } from './widgets/mui.ts';
import { notyf } from './widgets/notyf.ts';
import { nouislider } from './widgets/nouislider.ts';
import { pikaday } from './widgets/pikaday.ts';
import { prosemirror } from './widgets/prosemirror.ts';
import { quill } from './widgets/quill.ts';
import { radix } from './widgets/radix.ts';
import { reactDatepicker } from './widgets/react-datepicker.ts';
import { reactSelect } from './widgets/react-select.ts';
import { reactWindow } from './widgets/react-window.ts';
import { select2 } from './widgets/select2.ts';
import { shoelace } from './widgets/shoelace.ts';
import { slate } from './widgets/slate.ts';
import { slimSelect } from './widgets/slim-select.ts';
import { sortable } from './widgets/sortable.ts';
import { superfish } from './widgets/superfish.ts';
import { sweetalert2 } from './widgets/sweetalert2.ts';
import { swiper } from './widgets/swiper.ts';
import { tabulator } from './widgets/tabulator.ts';
import { tinymce } from './widgets/tinymce.ts';
import { tippy } from './widgets/tippy.ts';
import { tiptap } from './widgets/tiptap.ts';
import { tomSelect } from './widgets/tom-select.ts';
import { typeahead } from './widgets/typeahead.ts';
import { ui5 } from './widgets/ui5.ts';
import { uppy } from './widgets/uppy.ts';
import { vaadin } from './widgets/vaadin.ts';

/** Everything that the gallery shows, by name. */
export const widgets: readonly Widget[] = [
  agGrid,
  airDatepicker,
  antd,
  autocompleteJs,
  awesomplete,
  bootstrap,
  carbon,
  choices,
  chosen,
  ckeditor,
  cleave,
  codemirror,
  datatables,
  dndKit,
  dropzone,
  elementPlus,
  filepond,
  flatpickr,
  fluent,
  fullcalendar,
  gridjs,
  handsontable,
  helloPangea,
  imask,
  infiniteScroll,
  inputmask,
  interactjs,
  ionic,
  jqueryUi,
  jstree,
  lexical,
  materialWeb,
  micromodal,
  monaco,
  mui,
  notyf,
  nouislider,
  pikaday,
  prosemirror,
  quill,
  radix,
  reactDatepicker,
  reactSelect,
  reactWindow,
  select2,
  shoelace,
  slate,
  slimSelect,
  sortable,
  superfish,
  sweetalert2,
  swiper,
  tabulator,
  tinymce,
  tippy,
  tiptap,
  tomSelect,
  typeahead,
  ui5,
  uppy,
  vaadin,
];
